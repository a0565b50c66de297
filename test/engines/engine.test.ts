/** The laws of the engine that the environment names; without one nothing is held: the usual engines have tests of their own. */
import test from 'ava'
import { enginePlace } from '../../src/engine/doctor/choices.ts'
import { openDevice, type DeviceOptions } from '../../src/engine/open-device.ts'
import { deviceLaws } from '../laws/device-laws.ts'
import { toleranceOf } from './tolerance.ts'

const named = process.env['RLANYTHING_ENGINE']
if (named === undefined) test.skip('the laws of further engines are held by npm run test:engines', t => t.pass())
else {
  const engine = JSON.parse(named) as DeviceOptions
  const device = await openDevice(engine)
  const { reproducible } = device.traits
  await device.close()
  const open = () => openDevice(engine)
  deviceLaws(`${engine.engine} ${enginePlace(engine)}`, open, toleranceOf(engine), reproducible)
}
