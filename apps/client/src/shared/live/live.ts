import type { LiveEvent } from '@yunji/contract/messages/live'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { useEffect } from 'react'
import { addressOf, headersOf } from '../api/request-parts.ts'
import { client } from '../platform/app/client'
import { openEventStream } from '../platform/network/event-stream'
import { usePageVisible } from '../platform/page/page-lifecycle.ts'
import { session, useIsLoggedIn } from '../session/session.ts'
import { catchUp } from './catch-up.ts'
import { createLive } from './create-live.ts'
import { createPoll } from './create-poll.ts'
import { activeTasks, mergeTasks, useLiveTasks } from './live-tasks.ts'
import { createSharedConnection } from './shared-connection.ts'

const READ = { method: 'GET', idempotent: false } as const

const poll = createPoll({ fetch: catchUp, isBusy: () => activeTasks(useLiveTasks.getState().known).length > 0 })

const handleEvent = (event: LiveEvent): void => {
  switch (event.kind) {
    case 'ready':
      return void catchUp().catch(() => undefined)
    case 'task':
      return mergeTasks([event.task])
    case 'unread':
      return session.store.setState({ unread: event.unread })
  }
}

/** Connection of one login: events that arrive after a switch are dropped. */
const connectionOf = (token: string) =>
  createLive({
    open: (listener) => {
      const { userId, channel } = session.store.getState()
      const headers = headersOf(READ, { token, userId, channel }, client, '')
      return openEventStream({ url: addressOf(client, sideRoutes.live.path), headers, ...listener })
    },
    onEvent: (event) => {
      if (session.store.getState().token === token) handleEvent(event)
    },
    onChange: (isConnected) => (isConnected ? poll.stop() : poll.start()),
    random: Math.random,
  })

let connection: ReturnType<typeof createLive> | undefined

const close = () => {
  connection?.stop()
  connection = undefined
  poll.stop()
}

const open = () => {
  const { token } = session.store.getState()
  if (!token) return
  connection = connectionOf(token)
  poll.start()
  connection.start()
}

const share = createSharedConnection({ open, close })

session.store.subscribe((now, before) => {
  if (now.token === before.token || !share.isOpen()) return
  close()
  open()
})

/** Receives events until the returned function is called. */
const listen = (): (() => void) => share.join()

/** Receives live events while the page is visible, the user is logged in and `isWanted` holds. */
export const useLive = (isWanted = true): void => {
  const isShown = usePageVisible()
  const isLoggedIn = useIsLoggedIn()
  const listens = isWanted && isShown && isLoggedIn
  useEffect(() => (listens ? listen() : undefined), [listens])
}
