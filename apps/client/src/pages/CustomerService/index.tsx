import { View } from '@tarojs/components'

export default function CustomerServicePage() {
  return <View>CustomerService/index</View>
}
