/** Runs of many kinds, in one thread. */
import '../chaos/asynchronous.test.ts'
import '../methods/players.test.ts'
import '../run/failures/replay.test.ts'
import '../run/formulation.test.ts'
import '../run/modes.test.ts'
import '../run/variants.test.ts'
