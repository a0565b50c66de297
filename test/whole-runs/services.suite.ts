/** Runs of plans, on services and on language models, and measurements of throughput, in one thread. */
import '../experiment/runner/run-experiment.test.ts'
import '../gateway/episodes/openenv.test.ts'
import '../openenv/fuzz.test.ts'
import '../run/actors/language-models.test.ts'
import '../run/services/served-run.test.ts'
import '../throughput/bench.test.ts'
import '../throughput/worlds/run.test.ts'
