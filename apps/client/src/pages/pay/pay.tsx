import { View } from '@tarojs/components'

export default function PayPayPage() {
  return <View>pay/pay</View>
}
