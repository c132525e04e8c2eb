import { callPaths } from '../contract/paths.shared.ts'
import type { Call } from '../platform/endpoint.shared.ts'
import type * as deletion from './deletion/deletion.schemas.ts'
import type * as schemas from './members.schemas.ts'

export type { CurrentUser } from './members.schemas.ts'

export const login: Call<typeof schemas.login> = { method: 'POST', path: callPaths.login }
export const register: Call<typeof schemas.register> = { method: 'POST', path: callPaths.register }
export const usernameAvailable: Call<typeof schemas.usernameAvailable> = {
  method: 'POST',
  path: callPaths.usernameAvailable,
}
export const logout: Call<typeof schemas.logout> = { method: 'POST', path: callPaths.logout }
export const getCurrentUser: Call<typeof schemas.getCurrentUser> = {
  method: 'GET',
  path: callPaths.user,
}
export const forgotPassword: Call<typeof schemas.forgotPassword> = {
  method: 'POST',
  path: callPaths.forgotPassword,
}
export const verifyResetToken: Call<typeof schemas.verifyResetToken> = {
  method: 'GET',
  path: callPaths.verifyResetToken,
}
export const resetPassword: Call<typeof schemas.resetPassword> = {
  method: 'POST',
  path: callPaths.resetPassword,
}
export const changeUsername: Call<typeof schemas.changeUsername> = {
  method: 'PUT',
  path: callPaths.username,
}
export const changeAvatar: Call<typeof schemas.changeAvatar> = {
  method: 'PUT',
  path: callPaths.avatar,
}
export const changeSpotifyProfile: Call<typeof schemas.changeSpotifyProfile> = {
  method: 'PUT',
  path: callPaths.spotifyProfile,
}
export const confirmEmail: Call<typeof schemas.confirmEmail> = {
  method: 'POST',
  path: callPaths.confirmEmail,
}
export const resendEmailConfirmation: Call<typeof schemas.resendEmailConfirmation> = {
  method: 'POST',
  path: callPaths.resendEmailConfirmation,
}
export const deleteAccount: Call<typeof deletion.deleteAccount> = {
  method: 'POST',
  path: callPaths.deleteAccount,
}
