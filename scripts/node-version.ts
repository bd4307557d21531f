// Does nothing itself: launch.js, which starts every program, says when Node is too old. `npm
// start` runs this first, since an old Node does not know the flags of the server.

export {};
