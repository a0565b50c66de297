/** BrowserGym's convention, in one thread. */
import '../gui/actions.test.ts'
import '../gui/from-words.test.ts'
import '../gui/keys.test.ts'
import '../gui/python.test.ts'
import '../gui/tree.test.ts'
import '../gui/widgets.test.ts'
import '../gui/aliases.test.ts'
