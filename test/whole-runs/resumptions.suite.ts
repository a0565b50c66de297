/** Runs that go on, in one thread: one run is played for all of them. */
import '../run/closed-loop.test.ts'
import '../run/extended.test.ts'
import '../run/filter-edges.test.ts'
import '../run/interrupted.test.ts'
import '../run/resume.test.ts'
