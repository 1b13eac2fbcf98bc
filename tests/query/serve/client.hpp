// SPDX-License-Identifier: MIT
/// \file
/// A client of a server on this machine.
#pragma once

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <string>

namespace mexbase::test {

/// A client that writes any bytes.
class Client {
  public:
    explicit Client(unsigned port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(static_cast<std::uint16_t>(port));
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        const timeval patience{10, 0};
        ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        EXPECT_EQ(::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    }
    ~Client() { ::close(socket_); }
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    void send(const std::string& text) { (void)::send(socket_, text.data(), text.size(), MSG_NOSIGNAL); }
    /// Reads until `text` has come, or to the end.
    std::string read_to(const std::string& text) {
        std::string got;
        char byte;
        while (got.find(text) == std::string::npos && ::recv(socket_, &byte, 1, 0) == 1) got += byte;
        return got;
    }
    /// Reads until the server closes the connection.
    std::string read_all() {
        std::string got;
        char bytes[4096];
        for (ssize_t n; (n = ::recv(socket_, bytes, sizeof bytes, 0)) > 0;) got.append(bytes, static_cast<size_t>(n));
        return got;
    }

  private:
    int socket_;
};

}  // namespace mexbase::test
