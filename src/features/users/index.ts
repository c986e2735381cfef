export { createPeopleHandlers } from './handlers.ts'
export { createUserService, type UserService } from './service.ts'
export { createSignIn, PEER_HEADER } from './sign-in.ts'
export { createUserStore } from './store.ts'
