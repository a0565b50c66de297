/** Runs whose actors die, of each method: an undisturbed one is played beside each. */
import '../chaos/methods.test.ts'
