/** Gateways that train, and are killed. */
import '../gateway/training/kills.test.ts'
