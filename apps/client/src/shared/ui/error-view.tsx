import { Button } from './button.tsx'
import { alert, type IconDrawing } from './icons.ts'
import { StatusView } from './status-view.tsx'

interface ErrorViewProps {
  readonly icon?: IconDrawing
  readonly title?: string
  readonly hint: string
  readonly onRetry: () => void
}

/** In place of content that did not come, with the way to ask again. */
export function ErrorView({ icon = alert, title = '加载失败', hint, onRetry }: ErrorViewProps) {
  return (
    <StatusView
      icon={icon}
      title={title}
      hint={hint}
      isAlert
      actions={
        <Button size="medium" isNarrow onTap={onRetry}>
          重试
        </Button>
      }
    />
  )
}
