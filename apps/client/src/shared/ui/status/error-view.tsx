import type { ReactNode } from 'react'
import { Button } from '../button/button.tsx'
import { alert, type IconDrawing } from '../icon/icons.ts'
import { StatusView } from './status-view.tsx'

interface ErrorViewProps {
  readonly icon?: IconDrawing
  readonly title?: string | undefined
  readonly hint: string
  /** A retry changes nothing: none is offered beside another way. */
  readonly isFinal?: boolean
  readonly onRetry: () => void
  readonly elsewhere?: ReactNode
}

/** Placeholder of content that failed to load, with a retry. */
export function ErrorView({ icon = alert, title = '加载失败', hint, isFinal, onRetry, elsewhere }: ErrorViewProps) {
  return (
    <StatusView
      icon={icon}
      title={title}
      hint={hint}
      isAlert
      actions={
        <>
          {!(isFinal && elsewhere) && (
            <Button size="medium" isNarrow onTap={onRetry}>
              重试
            </Button>
          )}
          {elsewhere}
        </>
      }
    />
  )
}
