import { createPlayer, type Player } from '@yunji/player/player'
import { type RefObject, useEffect, useRef } from 'react'
import { showToast } from '../../../shared/feedback/toast.ts'
import { usePageVisible } from '../../../shared/platform/page/page-lifecycle.ts'
import { instance, useInstance } from './instance-store.ts'
import type { StreamSource } from './stream-source.ts'
import { writeClipboard } from './tools/browser.ts'

/** Plays the phone on a canvas while the page is mounted. */
export const usePlayer = (canvas: RefObject<HTMLCanvasElement | null>, source: StreamSource) => {
  const player = useRef<Player | null>(null)
  const isShown = usePageVisible()

  useEffect(() => {
    if (!canvas.current) return undefined
    instance.reset()
    const opened = createPlayer({
      canvas: canvas.current,
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
  }, [canvas, source])

  useEffect(() => {
    if (isShown) player.current?.show()
    else player.current?.hide()
  }, [isShown])

  return player
}
