"""How long does a piece of work take? Answers requests on standard input, one JSON object a line."""

import json
import os
import resource
import statistics
import sys
import time


def timed(call, seconds, least=3, warm=True, processor_time=time.process_time):
    """Milliseconds of one call: the median on the clock, the mean of the processor's (all threads). Before that a tenth of the time, at
    least one call, to warm up, unless it is told not to."""

    def lasting(length):
        """Of both clocks, so that on a busy machine as much is done as on an idle one."""
        start, before = time.perf_counter(), processor_time()
        return lambda: min(time.perf_counter() - start, processor_time() - before) < length

    is_cold = lasting(seconds / 10)
    while warm:
        call()
        if not is_cold():
            break
    found = []
    before, goes_on = processor_time(), lasting(seconds)
    while len(found) < least or goes_on():
        began = time.perf_counter()
        call()
        found.append(1000 * (time.perf_counter() - began))
    return {"ms": statistics.median(found), "processor_ms": 1000 * (processor_time() - before) / len(found)}


def limit_torch():
    """Gives PyTorch as many threads as the environment says."""
    import torch

    torch.set_num_threads(int(os.environ["OMP_NUM_THREADS"]))
    torch.set_num_interop_threads(1)


def family_time():
    """Seconds of processor time of this process, of its children that have ended, and of all that run below it."""
    import psutil

    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    total = time.process_time() + ended.ru_utime + ended.ru_stime
    for process in psutil.Process().children(recursive=True):
        try:
            times = process.cpu_times()
        except psutil.NoSuchProcess:
            continue
        total += times.user + times.system + times.children_user + times.children_system
    return total


def serve(versions, works):
    """Says what is installed, then answers until the input ends. What libraries print goes to standard error."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)

    def say(answer):
        print(json.dumps(answer), file=answers, flush=True)

    say(versions)
    for line in sys.stdin:
        request = json.loads(line)
        try:
            say(works[request["work"]](request))
        except Exception as error:
            say({"error": f"{type(error).__name__}: {error}"})
