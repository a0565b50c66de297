"""Messages to an actor of Ray and back, as `npm run bench:peers` asks for them."""

import sys

from measure import family_time, serve, timed

try:
    import numpy
    import psutil  # for family_time
    import ray
except ImportError as error:
    serve({"missing": str(error)}, {})
    sys.exit()


@ray.remote
class Peer:
    def echo(self, load):
        return load


started = []
tries = 4


def actor():
    """Ray gives its processes 30 seconds to start, which is too short on a busy machine: it is asked again."""
    for tried in range(tries):
        if started:
            break
        try:
            ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, configure_logging=False)
            started.append(Peer.remote())
        except Exception:
            ray.shutdown()
            if tried == tries - 1:
                raise
    return started[0]


def round_trips(request):
    """One call is `count` messages of so many numbers, `under_way` at a time."""
    peer = actor()
    load = numpy.zeros(request["numbers"], dtype=numpy.float32) if request["numbers"] else None

    def call():
        waiting = [peer.echo.remote(load) for _ in range(request["under_way"])]
        for sent in range(request["count"]):
            ray.get(waiting[sent % len(waiting)])
            if sent + len(waiting) < request["count"]:
                waiting[sent % len(waiting)] = peer.echo.remote(load)

    return timed(call, request["seconds"], least=1, processor_time=family_time)


serve({"ray": ray.__version__}, {"round-trips": round_trips})
