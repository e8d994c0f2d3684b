import { type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ClientRoute } from '../navigation/page-title.ts'
import { usePageOnTop, VisibleAtMount } from '../platform/page/page-lifecycle.ts'
import { Button } from '../ui/button/button.tsx'
import { alert } from '../ui/icon/icons.ts'
import { Page } from '../ui/page/page.tsx'
import { LoadingView } from '../ui/status/loading-view.tsx'
import { StatusView } from '../ui/status/status-view.tsx'
import { type ImportPage, type PageModule, tryToLoad } from './load-page.ts'
import { holdFocus, watchPresses } from './press-and-focus.ts'

type Phase = 'loading' | 'failed' | PageModule

interface LazyPageProps {
  readonly route: ClientRoute
  readonly importPage: ImportPage
  readonly firstTry: Promise<PageModule>
  /** In place of the title bar and of the words for loading, where the page has its own. */
  readonly header?: ReactNode
  readonly loading?: ReactNode
}

/** Stands in for a page whose bundle is late. A bundle that fails twice may be of an older release: reloading helps. */
export function LazyPage({ route, importPage, firstTry, header, loading }: LazyPageProps) {
  const [phase, setPhase] = useState<Phase>('loading')
  const [failures, setFailures] = useState(0)
  const [attempt, setAttempt] = useState(firstTry)
  const isVisible = usePageOnTop()

  useEffect(() => {
    let isGone = false
    const { whenReleased, stop } = watchPresses()
    // A pressed or focused element stays until it is released: the page has the same bars.
    const show = (next: Phase) => {
      if (isGone) return
      const giveFocusBack = holdFocus()
      flushSync(() => setPhase(next))
      giveFocusBack()
    }
    attempt
      .then(
        (page) => whenReleased().then(() => show(page)),
        () => {
          show('failed')
          setFailures((count) => count + 1)
        },
      )
      .finally(stop)
    return () => {
      isGone = true
      stop()
    }
  }, [attempt])

  const retry = () => {
    setPhase('loading')
    setAttempt(tryToLoad(importPage))
  }

  if (typeof phase === 'object')
    return (
      <VisibleAtMount.Provider value={isVisible}>
        <phase.default />
      </VisibleAtMount.Provider>
    )
  return (
    // The loaded page checks the login itself.
    <Page route={route} header={header} isAdmitted>
      {phase === 'loading' ? (
        (loading ?? <LoadingView />)
      ) : (
        <StatusView
          icon={alert}
          title="页面加载失败"
          hint="请检查网络后重试"
          isAlert
          actions={
            <>
              <Button size="medium" isNarrow onTap={retry}>
                重试
              </Button>
              {failures > 1 && (
                <Button variant="outline" size="medium" isNarrow onTap={() => location.reload()}>
                  刷新页面
                </Button>
              )}
            </>
          }
        />
      )}
    </Page>
  )
}
