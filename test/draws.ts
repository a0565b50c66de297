/**
 * Loaded before each test file. Properties draw from one seed, so that a verdict on a commit does not depend on chance;
 * `FAST_CHECK_SEED=N` draws other cases.
 */
import { configureGlobal, readConfigureGlobal } from 'fast-check'

configureGlobal({ ...readConfigureGlobal(), seed: Number(process.env['FAST_CHECK_SEED'] ?? 20_260_202) })
