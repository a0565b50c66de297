import test from 'ava'
import { sessionName } from '../../../src/gateway/server/session-name.ts'

test('a session is named by header, body key, or as Claude’s program does', t => {
  t.is(sessionName({ 'x-session-id': 's' }, { session_id: 'other' }), 's')
  t.is(sessionName({}, { session_id: 's' }), 's')
  t.is(sessionName({}, { metadata: { session_id: 's' } }), 's')
  t.is(sessionName({ 'x-claude-code-session-id': 's' }, {}), 's')
  t.is(sessionName({ 'x-claude-code-session-id': 's', 'x-claude-code-agent-id': 'a' }, {}), 's/a')
  t.is(sessionName({}, { metadata: { user_id: '{"session_id":"s"}' } }), 's')
  for (const body of [null, 'text', {}, { session_id: '' }, { metadata: { user_id: 'somebody' } }])
    t.is(sessionName({}, body), null)
})
