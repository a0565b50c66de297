/** Programs that guides tell to write, in one thread. */
import '../docs/guess.test.ts'
import '../docs/writing-a-reward.test.ts'
import '../docs/writing-an-objective.test.ts'
import '../docs/writing-a-method.test.ts'
import '../docs/writing-an-actor.test.ts'
