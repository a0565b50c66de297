"""What tensorboard, pandas, DuckDB and Harbor read of exports: read-exports.py TENSORBOARD CSV PARQUET ATIF, each a folder.

Prints one line of JSON.
"""

import json
import math
import pathlib
import sys

import duckdb
import pandas
from harbor.models.trajectories import Trajectory
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
from tensorboard.plugins.hparams import plugin_data_pb2

events, csv, parquet, atif = sys.argv[1:]

accumulator = EventAccumulator(events, size_guidance={"scalars": 0, "tensors": 0})
accumulator.Reload()
tags = accumulator.Tags()
scalars = {tag: [[event.step, event.value] for event in accumulator.Scalars(tag)] for tag in tags["scalars"]}
times = [event.wall_time for event in accumulator.Scalars("policy/kl")]
text = [event.tensor_proto.string_val[0].decode() for event in accumulator.Tensors("config")]
data = plugin_data_pb2.HParamsPluginData.FromString(
    accumulator.summary_metadata["_hparams_/session_start_info"].plugin_data.content
)
settings = {
    name: getattr(value, value.WhichOneof("kind")) for name, value in data.session_start_info.hparams.items()
}


def plain(frame):
    return [
        [None if isinstance(value, float) and math.isnan(value) else value for value in row]
        for row in frame.values.tolist()
    ]


csv_metrics = pandas.read_csv(f"{csv}/metrics.csv")
csv_steps = pandas.read_csv(f"{csv}/episodes.csv", keep_default_na=False)
metrics = pandas.read_parquet(f"{parquet}/metrics.parquet")
query = duckdb.sql(
    f"""SELECT iteration, count(*) AS steps, sum(won::int) AS won, sum(json_array_length(verdicts)) AS verdicts
    FROM '{parquet}/episodes.parquet' GROUP BY iteration ORDER BY iteration"""
).fetchall()
from_csv = duckdb.sql(f"SELECT count(*) FROM read_csv('{csv}/episodes.csv', all_varchar=true)").fetchall()
trajectories = [
    Trajectory.model_validate_json(line)
    for file in sorted(pathlib.Path(atif).glob("*.jsonl"))
    for line in file.read_text().splitlines()
]
print(
    json.dumps(
        {
            "scalars": scalars,
            "rising": times == sorted(times),
            "text": text,
            "settings": settings,
            "columns": list(metrics.columns),
            "metrics": plain(metrics),
            "csvColumns": list(csv_metrics.columns),
            "csvMetrics": plain(csv_metrics),
            "actions": csv_steps["action"].tolist(),
            "byIteration": [list(row) for row in query],
            "csvSteps": from_csv[0][0],
            "trajectories": [[len(each.steps), each.final_metrics.extra["won"]] for each in trajectories],
        }
    )
)
