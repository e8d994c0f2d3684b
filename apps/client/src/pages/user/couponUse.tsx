import { View } from '@tarojs/components'

export default function UserCouponUsePage() {
  return <View>user/couponUse</View>
}
