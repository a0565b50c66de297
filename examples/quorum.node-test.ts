/** The laws on a formulation with Node's own test runner: node --test quorum.node-test.js */
import test from 'node:test'
import { describeFormulation } from 'rlanything/testing'
import quorum from './quorum.js'

for (const { name, check } of describeFormulation(quorum)) void test(name, check)
