import { Button } from '@tarojs/components'
import { classes } from '../classes.ts'
import button from './button.module.css'
import styles from './share-card-button.module.css'

/** Passes the page's card on: the platform asks for it with its own button only. */
export function ShareCardButton() {
  return (
    <Button
      className={classes(styles.reset, button.button, button.small, button.primary)}
      hoverClass="pressed"
      openType="share"
    >
      发给微信好友
    </Button>
  )
}
