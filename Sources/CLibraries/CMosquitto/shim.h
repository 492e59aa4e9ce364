#include <mosquitto.h>
// For TCP_USER_TIMEOUT (tcp(7)), which Glibc's Swift overlay leaves out.
#include <netinet/tcp.h>
