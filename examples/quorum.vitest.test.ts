/** The laws on a formulation with Vitest: vitest run quorum.vitest.test.ts */
import { test } from 'vitest'
import { describeFormulation } from '../src/testing/index.ts'
import quorum from './quorum.ts'

for (const { name, check } of describeFormulation(quorum)) test(name, check)
