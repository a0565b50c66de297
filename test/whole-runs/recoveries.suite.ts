/** Runs in which actors die, in one thread: one run in which none does is played for all of them. */
import '../run/durable-engine.test.ts'
import '../run/recovery.test.ts'
import '../run/repeated-death.test.ts'
