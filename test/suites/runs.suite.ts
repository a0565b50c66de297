/** A quick whole run, and how runs are refused, in one thread. */
import '../run/refusals.test.ts'
import '../run/timeline.test.ts'
