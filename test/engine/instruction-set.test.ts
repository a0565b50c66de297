import test from 'ava'
import { instructionSet } from '../../src/engine/local/instruction-set.ts'
import { mixedSets } from '../../src/run/directory/instruction-sets.ts'

const flags = (text: string): string => `processor\t: 0\nflags\t\t: fpu ${text} bmi2\nbugs\t: none\n`

test('the first set whose flags the processor has is the one that is computed with', t => {
  t.is(instructionSet('x64', flags('sse2 avx fma avx2 avx512f avx512bw')), 'avx512')
  t.is(instructionSet('x64', flags('sse2 avx fma avx2')), 'avx2')
  t.is(instructionSet('x64', flags('sse2 avx avx2')), 'avx')
  t.is(instructionSet('x64', flags('sse2')), 'sse2')
  t.is(instructionSet('arm64', null), 'neon')
  t.is(instructionSet('x64', null), 'unknown')
})

test('sets are mixed where there are two of them, in whatever order they come', t => {
  t.is(mixedSets('Made', []), null)
  t.is(mixedSets('Made', ['avx2', 'avx2']), null)
  t.regex(
    mixedSets('Made', ['avx2', 'avx512', 'avx2']) ?? '',
    /^Made on avx512 and avx2, which the default engine computes equally/,
  )
  t.is(mixedSets('Made', ['avx512', 'avx2']), mixedSets('Made', ['avx2', 'avx512']))
  t.regex(mixedSets('Made', ['neon', 'avx2']) ?? '', /^Made on neon and avx2, which may differ/)
})
