import { createPlayer, type Player } from '@yunji/player/player'
import { type RefObject, useEffect, useRef } from 'react'
import type { StreamSource } from '../../../shared/devices/stream-endpoint.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { usePageVisible } from '../../../shared/platform/page/page-lifecycle.ts'
import { instance, useInstance } from './instance-store.ts'
import { writeClipboard } from './tools/browser.ts'

interface PlayerElements {
  readonly canvas: RefObject<HTMLCanvasElement | null>
  /** Takes text from an input method; absent where only touches come. */
  readonly typing: RefObject<HTMLTextAreaElement | null>
}

/** Plays the phone on a canvas while the page is mounted. */
export const usePlayer = ({ canvas, typing }: PlayerElements, source: StreamSource) => {
  const player = useRef<Player | null>(null)
  const isShown = usePageVisible()

  useEffect(() => {
    if (!canvas.current) return undefined
    instance.reset()
    const opened = createPlayer({
      canvas: canvas.current,
      ...(typing.current && { typing: typing.current }),
      ...source,
      onState: instance.setPlayer,
      onStatistics: instance.setStatistics,
      onClipboard: (text) => {
        instance.setClipboard(text)
        // Copied on the phone, it is copied here. An answer to the open panel must not replace what is on this clipboard.
        if (useInstance.getState().panel !== 'clipboard') void writeClipboard(text)
      },
      onNotice: (text) => showToast(text),
    })
    player.current = opened
    const hurry = () => opened.show()
    window.addEventListener('online', hurry)
    return () => {
      window.removeEventListener('online', hurry)
      opened.close()
      player.current = null
    }
  }, [canvas, typing, source])

  useEffect(() => {
    if (isShown) player.current?.show()
    else player.current?.hide()
  }, [isShown])

  return player
}
