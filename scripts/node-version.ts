// Does nothing: launch.js, which starts every program, reports a Node that is too old. `npm start`
// runs this program before the server, because an old Node does not know the flags of the server.

export {};
