import { type ControlMessage, encodeControl } from '@yunji/phone-protocol/scrcpy/control'
import { type VideoItem, VideoReader } from '@yunji/phone-protocol/scrcpy/video'
import { createPhoneScreen } from '../../screen/phone-screen.ts'
import { FakeHost } from '../../screen/testing/fake-host.ts'
import { type ScrcpyDependencies, startScrcpyServer } from '../server.ts'
import type { ScrcpyContext, ScrcpyRun } from '../types.ts'
import { FakeSocket } from './fake-socket.ts'

/** A phone with scrcpy's server, seen from the host. */
export class ScrcpyHarness {
  readonly host = new FakeHost()
  readonly screen = createPhoneScreen({ host: this.host, width: 720, height: 1280, wallpaper: 'night' })
  readonly lines: string[] = []
  readonly listeners = new Map<string, (socket: FakeSocket) => void>()
  readonly reverses = new Map<string, () => FakeSocket>()

  start(words: readonly string[], parts?: ScrcpyDependencies): ScrcpyRun {
    return startScrcpyServer(this.#context(), words, parts)
  }

  /** Connects through a forward tunnel. */
  connect(name = 'scrcpy'): FakeSocket {
    const wire = new FakeSocket()
    const accept = this.listeners.get(name)
    if (!accept) throw new Error(`nobody listens on ${name}`)
    accept(wire)
    return wire
  }

  #context(): ScrcpyContext {
    return {
      model: 'Yunji One',
      androidVersion: '10',
      screen: this.screen,
      host: this.host,
      listen: (name, onConnection) => {
        this.listeners.set(name, onConnection)
        return () => this.listeners.delete(name)
      },
      refusesProfile: false,
      hasService: () => true,
      connectReverse: async (name) => {
        const open = this.reverses.get(name)
        if (!open) throw new Error(`no reverse tunnel for ${name}`)
        return open()
      },
      print: (line) => this.lines.push(line),
      printError: (line) => this.lines.push(line),
    }
  }
}

/** The two sockets of a session with video and control. */
export class Session {
  readonly items: VideoItem[] = []
  readonly video: FakeSocket
  readonly control: FakeSocket
  readonly #reader = new VideoReader({ hasDummyByte: true, hasDeviceName: true })

  constructor(phone: ScrcpyHarness) {
    this.video = phone.connect()
    this.control = phone.connect()
  }

  /** Reads what has come and answers all there was so far. */
  read(): VideoItem[] {
    this.items.push(...this.#reader.push(this.video.take()))
    return this.items
  }

  get frameCount(): number {
    return this.read().filter(({ type }) => type === 'frame').length
  }

  tell(message: ControlMessage): void {
    this.control.receive(encodeControl(message))
  }

  touch(action: number, x: number, y: number, size = { width: 720, height: 1280 }): void {
    const position = { x, y, ...size }
    this.tell({ type: 'injectTouch', action, pointerId: 1n, position, pressure: 1, actionButton: 0, buttons: 0 })
  }
}
