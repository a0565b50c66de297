import { execFileSync } from 'node:child_process'
import test from 'ava'
import fc from 'fast-check'
import { strftime } from '../../src/text/strftime.ts'

const dates = fc.date({ min: new Date('1900-01-01'), max: new Date('2200-12-31'), noInvalidDate: true })

test('a date is written in English and UTC, as Python writes midnight of it', t => {
  const date = '2024-02-05'
  t.is(strftime(date, '%d %b %Y'), '05 Feb 2024')
  t.is(strftime(date, '%A, %B %-d, %y (%a, day %j, %w)'), 'Monday, February 5, 24 (Mon, day 036, 1)')
  t.is(
    strftime(date, '%Y-%m-%d = %F, %D, %e; %H:%M:%S = %T, %I %p; 100%%'),
    '2024-02-05 = 2024-02-05, 02/05/24,  5; 00:00:00 = 00:00:00, 12 AM; 100%',
  )
  t.is(strftime('2023-12-31', '%j'), '365')
  t.is(strftime('2024-12-31', '%j'), '366')
})

test('every day is written as it was given', t => {
  fc.assert(
    fc.property(dates, day => {
      const date = day.toISOString().slice(0, 10)
      t.is(strftime(date, '%Y-%m-%d'), date)
      t.is(strftime(date, '%B').slice(0, 3), strftime(date, '%b'))
    }),
  )
})

test('neither zone nor locale of the machine are in it', t => {
  const source = new URL('../../src/text/strftime.js', import.meta.url).href
  const program = `import { strftime } from ${JSON.stringify(source)}; process.stdout.write(strftime('2024-03-01', '%d %b %B %A %H'))`
  for (const TZ of ['Pacific/Kiritimati', 'Pacific/Pago_Pago'])
    t.is(
      execFileSync(process.execPath, ['--input-type=module', '-e', program], {
        encoding: 'utf8',
        env: { ...process.env, TZ, LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' },
      }),
      '01 Mar March Friday 00',
    )
})

test('a directive that is not known is refused', t => {
  t.throws(() => strftime('2024-02-05', '%Q'), { instanceOf: RangeError, message: 'strftime_now has no directive %Q' })
  t.throws(() => strftime('2024-02-05', '100%'), { instanceOf: RangeError, message: 'strftime_now has no directive %' })
})
