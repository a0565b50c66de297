/** All that clients do to a gateway, in number. */
import '../gateway/server/storm-whole.test.ts'
