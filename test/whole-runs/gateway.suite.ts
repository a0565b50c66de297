/** All that clients do to a gateway, in number, and every kind of engine behind it. */
import '../gateway/server/create-gateway.test.ts'
import '../gateway/server/engines.test.ts'
import '../gateway/server/storm-whole.test.ts'
