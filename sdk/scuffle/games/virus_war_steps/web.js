export { draw } from "../virus_war_family/web.js";
