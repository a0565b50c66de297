"""Programs in a process of Python for each run, as `npm run bench:peers` asks for them."""

import subprocess
import sys

from measure import family_time, serve, timed

try:
    import psutil  # for family_time
except ImportError as error:
    serve({"missing": str(error)}, {})
    sys.exit()

python = getattr(sys, "_base_executable", sys.executable)


def run(request):
    """One call runs each program on each of its tests."""

    def call():
        for job in request["programs"]:
            for test in job["tests"]:
                command = [python, "-c", job["program"]]
                said = subprocess.run(command, input=test["input"], text=True, capture_output=True, check=True).stdout
                assert said.strip() == test["output"], f"said {said!r}"

    return timed(call, request["seconds"], least=1, processor_time=family_time)


serve({"python": sys.version.split()[0]}, {"run": run})
