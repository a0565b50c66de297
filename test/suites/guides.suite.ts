/** Programs that guides tell to write, and laws of worlds, in one thread. */
import '../docs/guess.test.ts'
import '../docs/writing-a-reward.test.ts'
import '../docs/writing-an-objective.test.ts'
import '../docs/writing-a-method.test.ts'
import '../docs/writing-an-actor.test.ts'
import '../laws/world/open-world-laws.test.ts'
import '../rollout/episode/from-function.test.ts'
import '../laws/world/vector-world-laws.test.ts'
