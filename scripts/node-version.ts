// Does nothing itself: launch.js, which starts every program, says when Node is too old. `npm start`
// runs this first, since its flags would stop an old Node with another message.

export {};
