"""The real client of OpenEnv plays a server: openenv-play.py URL FILE [HEADERS], FILE a list of {"reset": {...}, "commands": [...]}.

Prints one line of JSON: what became of each episode, and what two bad actions were answered.
"""

import json
import sys

from openenv.core import GenericEnvClient

url, file, *headers = sys.argv[1:]
with open(file) as text:
    episodes = json.load(text)

outcomes = []
with GenericEnvClient(base_url=url, headers=json.loads(headers[0]) if headers else None).sync() as client:
    for episode in episodes:
        result = client.reset(**episode["reset"])
        texts = [result.observation["text"]]
        total = 0.0
        for command in episode["commands"]:
            result = client.step({"command": command})
            texts.append(result.observation["text"])
            total += result.reward or 0.0
        state = client.state()
        outcomes.append(
            {"texts": texts, "total": total, "done": result.done, "won": result.observation["won"], "state": state}
        )
    refusals = []
    for action in ({"command": ""}, {"command": "look", "extra": 1}):
        try:
            client.step(action)
            refusals.append(None)
        except Exception as error:
            refusals.append(str(error))
print(json.dumps({"outcomes": outcomes, "refusals": refusals}))
