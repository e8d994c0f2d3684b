import { View } from '@tarojs/components'

export default function UserPersonalDataPage() {
  return <View>user/personalData</View>
}
