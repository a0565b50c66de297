/** Runs that end in disorder and ones that are killed, in one thread. */
import '../chaos/chaos.test.ts'
import '../chaos/kill/kill.test.ts'
