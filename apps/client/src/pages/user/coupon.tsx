import { View } from '@tarojs/components'

export default function UserCouponPage() {
  return <View>user/coupon</View>
}
