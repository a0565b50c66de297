/** Runs in which steps are programs. */
import '../run/programs.test.ts'
