import { pathOf } from '@yunji/contract/navigation/pages'
import { Button } from '../../shared/ui/button.tsx'

/** The way on where a device cannot be changed, or could not be read. */
export const backHome = (
  <Button look="outline" size="medium" isNarrow to={pathOf('Home/index')}>
    返回云手机
  </Button>
)
