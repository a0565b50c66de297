import test, { type ExecutionContext } from 'ava'
import { join } from 'node:path'
import { examineService, type ExamineOptions, type ServiceFinding } from '../../../src/engine/doctor/examine-service.ts'
import type { Fetch } from '../../../src/engine/http/fetch.ts'
import { saveModel } from '../../../src/model/checkpoint.ts'
import { servedModels } from '../../fixtures/http/served-models.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { livelyModel, smallConfig } from '../../laws/device/device-cases.ts'

async function examined(t: ExecutionContext, change: Partial<ExamineOptions> = {}): Promise<readonly ServiceFinding[]> {
  const folder = await temporaryFolder(t)
  const [base, other] = [join(folder, 'base'), join(folder, 'other')]
  await saveModel(base, livelyModel(smallConfig, 1))
  await saveModel(other, livelyModel(smallConfig, 2))
  const { url, key } = await servedModels(t, { models: { base, other } })
  const usual = { url, key: key ?? '', deadlineMs: 60_000, maxConcurrent: 8, baseModel: 'base', rank: 8, seconds: 0.01 }
  const findings: ServiceFinding[] = []
  for await (const finding of examineService({ ...usual, folder: base, ...change })) findings.push(finding)
  return findings
}

test('our own server does all that is asked of a service', async t => {
  const findings = await examined(t)
  t.deepEqual(
    findings.map(({ what, outcome }) => `${what} ${outcome}`),
    ['reachable works', 'model works', 'log-probabilities works', 'samples works', 'losses works', 'speed works'],
  )
  const detail = (what: string) => findings.find(each => each.what === what)?.detail ?? ''
  t.regex(detail('model'), /takes protobuf; knows a request again$/)
  t.regex(detail('losses'), /importance_sampling equals ppo; set engine\.tinker\.normalisation=sum$/)
})

test('another model than the one here is found out, and one that the service does not have', async t => {
  const findings = await examined(t, { baseModel: 'other' })
  t.is(findings.find(({ what }) => what === 'log-probabilities')?.outcome, 'wrong')
  const none = await examined(t, { baseModel: 'none' })
  t.deepEqual(none.at(-1), { what: 'model', outcome: 'refused', detail: 'it must be one of base, other, got none' })
})

test('a service that is not there is a finding at once, also at a port that browsers never open', async t => {
  const refused: Fetch = () => Promise.reject(Object.assign(new TypeError(), { code: 'ECONNREFUSED' }))
  const url = 'http://127.0.0.1:8998'
  t.deepEqual(await examined(t, { url, fetch: refused }), [
    { what: 'reachable', outcome: 'refused', detail: `${url} cannot be reached (ECONNREFUSED)` },
  ])
  const discard = 'http://127.0.0.1:9'
  t.is((await examined(t, { url: discard }))[0]?.detail, `${discard} cannot be reached (ECONNREFUSED)`)
})
