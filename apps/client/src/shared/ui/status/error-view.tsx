import type { ReactNode } from 'react'
import { Button } from '../button/button.tsx'
import { alert, type IconDrawing } from '../icon/icons.ts'
import { StatusView } from './status-view.tsx'

interface ErrorViewProps {
  readonly icon?: IconDrawing
  readonly title?: string
  readonly hint: string
  readonly onRetry: () => void
  readonly elsewhere?: ReactNode
}

/** Placeholder of content that failed to load, with a retry. */
export function ErrorView({ icon = alert, title = '加载失败', hint, onRetry, elsewhere }: ErrorViewProps) {
  return (
    <StatusView
      icon={icon}
      title={title}
      hint={hint}
      isAlert
      actions={
        <>
          <Button size="medium" isNarrow onTap={onRetry}>
            重试
          </Button>
          {elsewhere}
        </>
      }
    />
  )
}
