// Says nothing but that Node is too old, as launch.js does for every program: `npm start` has flags that an old one does not know.

export {};
