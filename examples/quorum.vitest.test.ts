/** The laws on a formulation with Vitest: vitest run quorum.vitest.test.ts */
import { test } from 'vitest'
import { describeFormulation } from 'rlanything/testing'
import quorum from './quorum.js'

for (const { name, check } of describeFormulation(quorum)) test(name, check)
