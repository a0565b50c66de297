/** The laws on a formulation with Node's own test runner: node --test quorum.node-test.js */
import test from 'node:test'
import { describeFormulation } from '../src/testing/index.ts'
import quorum from './quorum.ts'

for (const { name, check } of describeFormulation(quorum)) void test(name, check)
