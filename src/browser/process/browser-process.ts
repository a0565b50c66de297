/** A browser as a separate process group, with its profile in a temporary folder. */
import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { Readable, Writable } from 'node:stream'
import { newProfile, removeProfile } from './profile.ts'

interface BrowserProcess {
  readonly processId: number
  readonly commands: Writable
  readonly replies: Readable
  /** Settles when the process has ended, with its last words. */
  readonly ended: Promise<string>
  /** Ends the browser and every process that it has started, at once. Settles when it has ended and its profile is gone. */
  readonly kill: () => Promise<void>
}

const flags = [
  ...['--headless', '--remote-debugging-pipe', '--no-first-run', '--no-default-browser-check', '--mute-audio'],
  ...['--disable-gpu', '--disable-dev-shm-usage', '--disable-breakpad', '--disable-crash-reporter'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-default-apps'],
  ...['--disable-extensions', '--password-store=basic', '--use-mock-keychain', '--metrics-recording-only'],
  ...['--disable-background-timer-throttling', '--disable-renderer-backgrounding'],
  ...[
    '--disable-backgrounding-occluded-windows',
    '--disable-ipc-flooding-protection',
    '--disable-hang-monitor',
    '--disable-smooth-scrolling',
  ],
  /* Scroll bars take their place, as in a window. */
  '--disable-features=OverlayScrollbars,ExtendedOverlayScrollbars,Translate,MediaRouter',
  /* Nothing leaves the machine: every connection, also to this machine, would go over a proxy that is not there. */
  ...['--proxy-server=http://127.0.0.1:9', '--proxy-bypass-list=<-loopback>', '--host-resolver-rules=MAP * ~NOTFOUND'],
  ...['--force-webrtc-ip-handling-policy=disable_non_proxied_udp', '--block-new-web-contents', 'about:blank'],
]

/** Zone and language of pages, the same on every machine. */
const anywhere = { TZ: 'UTC', LANGUAGE: 'en_US', LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' }

/** Letters of the browser's last words that are kept. */
const keptLetters = 2000

/**
 * Starts it. It talks over two pipes, not over a port; when this process ends, however it does, the pipes close, and the
 * browser ends with them.
 */
export async function startBrowser(path: string): Promise<BrowserProcess> {
  const profile = await newProfile()
  /* Chromium's sandbox refuses to run as root. */
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const child = spawn(path, [`--user-data-dir=${profile}`, ...sandbox, ...flags], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...anywhere },
    detached: true,
  })
  let words = ''
  child.stderr?.on('data', (chunk: Buffer) => void (words = (words + chunk.toString()).slice(-keptLetters)))
  const killGroup = (): void => {
    if (child.pid !== undefined) signalGroup(child.pid)
  }
  process.on('exit', killGroup)
  const ended = new Promise<string>(resolve => {
    const end = (): void => {
      process.off('exit', killGroup)
      /* Of the group, some may outlive their leader. */
      killGroup()
      resolve(words.trim())
    }
    child.once('exit', end)
    child.once('error', thrown => {
      words = thrown.message
      end()
    })
  })
  const removed = ended.then(() => removeProfile(profile))
  const [, , , commands, replies] = child.stdio
  if (!(commands instanceof Writable) || !(replies instanceof Readable)) throw new Error('the browser has no pipes')
  /* An idle browser keeps no process alive. */
  child.unref()
  for (const stream of [child.stderr, commands, replies]) if (stream instanceof Socket) stream.unref()
  return {
    processId: child.pid ?? 0,
    commands,
    replies,
    ended,
    kill: async () => {
      child.ref()
      killGroup()
      await removed
    },
  }
}

function signalGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    /* It has ended already. */
  }
}
